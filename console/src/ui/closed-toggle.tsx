import '@patternfly/react-styles/css/components/MenuToggle/menu-toggle.css';
import type { ComponentPropsWithoutRef } from 'react';

interface Props extends ComponentPropsWithoutRef<'button'> {
  /** A click, or the arrow that points to the menu. */
  onOpen: () => void;
}

/** The toggle of a menu that nobody has opened, in the library's style. A list has one in each row, so it is an element only. */
export const closedToggle = ({ onOpen, className = '', ...props }: Props) => (
  <button
    {...props}
    type="button"
    className={`pf-v6-c-menu-toggle pf-m-plain ${className}`}
    aria-expanded={false}
    onClick={onOpen}
    onKeyDown={(event) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      onOpen();
    }}
  />
);
