import { Dropdown, DropdownList, MenuToggle, type MenuToggleProps } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { usePopup } from './use-popup.ts';

interface Props {
  /** The content of the toggle button. */
  toggle: Omit<MenuToggleProps, 'isExpanded' | 'onClick'>;
  children: ReactNode;
}

/** A menu that its toggle opens, aligned to the end of the line. */
export function DropMenu({ toggle, children }: Props) {
  const { isOpen, turn, onKeyDown, toggleRef, menu } = usePopup();
  return (
    <Dropdown
      {...menu}
      onOpenChange={turn}
      onSelect={() => turn(false)}
      shouldFocusFirstItemOnOpen
      shouldFocusToggleOnSelect
      popperProps={{ ...menu.popperProps, position: 'end' }}
      toggle={{
        toggleRef,
        toggleNode: (
          <MenuToggle
            {...(toggle as MenuToggleProps)}
            ref={toggleRef}
            isExpanded={isOpen}
            onKeyDown={onKeyDown}
            onClick={() => turn(!isOpen)}
          />
        ),
      }}
    >
      <DropdownList>{children}</DropdownList>
    </Dropdown>
  );
}
