const key = 'notice';

/** Something that the next page tells once. */
export type Notice = 'passwordChanged';

export const rememberNotice = (notice: Notice) => sessionStorage.setItem(key, notice);

/** What the page before left to be told. It is read as this page is loaded, and so once. */
export const notice = sessionStorage.getItem(key) === 'passwordChanged' ? 'passwordChanged' : undefined;
sessionStorage.removeItem(key);
