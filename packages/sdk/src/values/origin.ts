/** The `metadata` of a definition that code has made: it is changed there, and only shown elsewhere. */
export const ofTypeScript = { origin: { language: 'typescript' } };
