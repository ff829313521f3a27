/** The formats of a report of `lint`; what completion and help tell before any of them is loaded. */
export const formats = ['text', 'concise', 'json', 'sarif', 'github', 'gitlab', 'junit', 'markdown'] as const;

export type Format = (typeof formats)[number];
