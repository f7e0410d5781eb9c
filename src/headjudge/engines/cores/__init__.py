"""Why constraints cannot all be met: minimal sets that clash, and minimal sets to give up."""
