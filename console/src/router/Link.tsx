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

/** The address and the handlers of a link to another page of the console. */
export function linkTo(to: Target, state?: Props['state'], onClick?: Props['onClick']) {
  const address = addressOf(to);
  return {
    href: address,
    onClick: (event: MouseEvent<HTMLAnchorElement>) => {
      onClick?.(event);
      if (event.defaultPrevented || isForBrowser(event)) return;
      event.preventDefault();
      const { pathname, search } = window.location;
      navigate(to, { replace: address === pathname + search, ...(state && { state: state() }) });
    },
    onPointerEnter: () => void prepare(to),
  };
}

/** A link to another page of the console. */
export function Link({ to, state, onClick, ...props }: Props) {
  return <a {...props} {...linkTo(to, state, onClick)} />;
}
