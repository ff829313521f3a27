/** The formats of `lint`, in a separate module so that completion and help need not load them. */
export const formats = ['text', 'concise', 'json', 'sarif', 'github', 'gitlab', 'junit', 'markdown'] as const;

export type Format = (typeof formats)[number];
