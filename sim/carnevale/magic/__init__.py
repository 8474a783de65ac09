"""Magic in general: what a spell is, casting and dispelling, and effects that stay; the spells are in `disciplines`."""
