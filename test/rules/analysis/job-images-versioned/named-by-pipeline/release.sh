#!/bin/sh
sed -i "s|shop/smoke:.*|shop/smoke:$VERSION|" deploy/*.yaml
