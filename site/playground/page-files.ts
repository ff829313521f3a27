/** The build inserts the files of the update page here. */
declare const pageFiles: Readonly<Record<string, string>>;

export const pageFile = (file: string): string => pageFiles[file] ?? '';
