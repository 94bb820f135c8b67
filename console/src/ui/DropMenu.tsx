import { Dropdown, DropdownList, MenuToggle, type MenuToggleProps } from '@patternfly/react-core';
import { type ReactNode, useState } from 'react';

interface Props {
  /** What one presses to see it. */
  toggle: Omit<MenuToggleProps, 'isExpanded' | 'onClick'>;
  children: ReactNode;
}

/** Items that come when its toggle is pressed, at the end of the line. */
export function DropMenu({ toggle, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dropdown
      isOpen={isOpen}
      onOpenChange={setOpen}
      onSelect={() => setOpen(false)}
      popperProps={{ position: 'right' }}
      toggle={(ref) => (
        <MenuToggle {...(toggle as MenuToggleProps)} ref={ref} isExpanded={isOpen} onClick={() => setOpen(!isOpen)} />
      )}
    >
      <DropdownList>{children}</DropdownList>
    </Dropdown>
  );
}
