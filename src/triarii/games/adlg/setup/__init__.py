"""Setting a battle up by the procedure: initiative, region, terrain, camps, deployment; then the battle begins."""
