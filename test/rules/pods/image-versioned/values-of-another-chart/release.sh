#!/bin/sh
helm upgrade --install shop charts/shop --set image.tag=$VERSION
