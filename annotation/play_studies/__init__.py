"""Studies in which people play: settings, assignment of runs, progress, exports, withdrawal."""
