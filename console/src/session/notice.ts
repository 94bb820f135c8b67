const key = 'notice';

/** The sign-in page tells of all but having signed in, which the console does. */
const known = ['passwordChanged', 'loggedOut', 'signedIn'] as const;

/** Something that the next page tells once. */
export type Notice = (typeof known)[number];

export const rememberNotice = (notice: Notice) => sessionStorage.setItem(key, notice);

/** What the page before left to be told. It is read as this page is loaded, and so once. */
export const notice = known.find((each) => each === sessionStorage.getItem(key));
sessionStorage.removeItem(key);
