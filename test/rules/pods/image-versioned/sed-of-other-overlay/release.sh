#!/bin/sh
sed -i "s/newTag: .*/newTag: $VERSION/" "$FILE"
