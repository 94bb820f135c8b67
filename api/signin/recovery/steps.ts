/** The purpose of a browser's unfinished recovery. */
export const recovery = 'forget';

/** The step after which the browser may set a new password. */
export const proven = 'contact proven';
