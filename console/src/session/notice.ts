const key = 'notice';

/** Something that the next page tells once. */
export type Notice = 'passwordChanged' | 'loggedOut' | 'signedIn';

export const rememberNotice = (notice: Notice) => sessionStorage.setItem(key, notice);

/** What the page before left to be told, if it is for this page; else it stays for the one that this page leads on to. */
export function takeNotice<Mine extends Notice>(...mine: Mine[]): Mine | undefined {
  const notice = mine.find((each) => each === sessionStorage.getItem(key));
  if (notice) sessionStorage.removeItem(key);
  return notice;
}
