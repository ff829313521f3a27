#!/bin/sh
sed -i "s/123456789012/$ACCOUNT/g" rollout.yaml
git commit -am "Set the account"
