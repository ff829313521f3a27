import rule from '../../../src/rules/argocd/repository-filled-in.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'by-a-pipeline.yaml': [],
  'by-backstage.yaml': [],
  'expression.yaml': [
    'Application "shop" deploys from https://github.com/${{ github.repository }}.git, but GitHub Actions evaluates expressions in its workflows only; write the repository.',
  ],
  'filled-in.yaml': [],
  'form.yaml': [
    'Application "shop" deploys from https://github.com/YOUR_ORG/shop.git, but "YOUR_ORG" stands for the name of an owner; write the repository.',
  ],
  'lower-case-form.yaml': [
    'Application "shop" deploys from git@gitlab.example.com:your-org/shop.git, but "your-org" stands for the name of an owner; write the repository.',
  ],
  'of-a-set.yaml': [
    'ApplicationSet "shops" deploys from https://github.com/USERNAME/shop, but "USERNAME" stands for the name of an owner; write the repository.',
  ],
  'registry.yaml': [],
  'underscore-on-another-host.yaml': [],
  'underscore.yaml': [
    'Application "shop" deploys from https://github.com/acme_inc/shop, but no owner on GitHub has "_" in its name; write the repository.',
  ],
});
