import changeIsARevision from './change-is-a-revision.js';

export const rules = [changeIsARevision];
