/** The build puts the files of the page of an update here. */
declare const pageFiles: Readonly<Record<string, string>>;

export const pageFile = (file: string): string => pageFiles[file] ?? '';
