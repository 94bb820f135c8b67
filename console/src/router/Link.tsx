import type { ComponentPropsWithRef, MouseEvent } from 'react';
import { addressOf, type Target } from './place.ts';
import { navigate, prepare } from './router.ts';

interface Props extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  to: Target;
  /** What this page says to the next one, at the time of the click. */
  state?: () => Record<string, unknown>;
}

/** The browser opens it elsewhere: in another tab, in another window, or as a file. */
const isForBrowser = (event: MouseEvent) =>
  event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;

/** A link to another page of the console. */
export function Link({ to, state, onClick, ...props }: Props) {
  const address = addressOf(to);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || isForBrowser(event)) return;
    event.preventDefault();
    const { pathname, search } = window.location;
    navigate(to, { replace: address === pathname + search, ...(state && { state: state() }) });
  };
  return <a {...props} href={address} onClick={follow} onPointerEnter={() => void prepare(to)} />;
}
