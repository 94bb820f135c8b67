import type { Ref } from 'react';
import { type LinkProps, Link as RouterLink, useLocation } from 'react-router-dom';
import type { PageState } from './page.ts';
import { prepare } from './prepare.ts';

interface Props extends Omit<LinkProps, 'state'> {
  ref?: Ref<HTMLAnchorElement> | undefined;
  /** The page that it opens returns to this one. */
  isReturning?: boolean;
}

/** A link to another page of the console. */
export function Link({ isReturning = false, ...props }: Props) {
  const { pathname, search } = useLocation();
  const state: PageState | undefined = isReturning ? { from: pathname + search } : undefined;
  return <RouterLink {...props} state={state} onPointerEnter={() => prepare(props.to)} />;
}
