import { Dropdown, DropdownList, MenuToggle, type MenuToggleProps } from '@patternfly/react-core';
import { type ReactNode, useEffect, useState } from 'react';
import { usePopup } from './use-popup.ts';

interface Props {
  /** The content of the toggle button. */
  toggle: Omit<MenuToggleProps, 'isExpanded' | 'onClick'>;
  children: ReactNode;
}

interface OpenProps extends Props {
  /** Where the menu stands, if there is room: below its toggle, aligned to the end of the line. */
  direction?: 'up' | 'down';
  position?: 'start' | 'end';
}

/** A menu that its toggle opens, aligned to the end of the line. */
export function DropMenu({ toggle, children }: Props) {
  // Until somebody opens it, the page needs the toggle only.
  const [isWanted, setWanted] = useState(false);
  if (isWanted) return <OpenMenu toggle={toggle}>{children}</OpenMenu>;
  return (
    <MenuToggle
      {...(toggle as MenuToggleProps)}
      isExpanded={false}
      onClick={() => setWanted(true)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        setWanted(true);
      }}
    />
  );
}

/** The same, open at first: somebody has asked for it. */
export function OpenMenu({ toggle, direction = 'down', position = 'end', children }: OpenProps) {
  const { isOpen, turn, onKeyDown, toggleRef, menu } = usePopup();
  // The library moves the focus to the first item when the menu opens, not when it begins open.
  // biome-ignore lint/correctness/useExhaustiveDependencies: It opens by itself only once.
  useEffect(() => turn(true), []);
  return (
    <Dropdown
      {...menu}
      onOpenChange={turn}
      onSelect={() => turn(false)}
      shouldFocusFirstItemOnOpen
      shouldFocusToggleOnSelect
      popperProps={{ ...menu.popperProps, direction, position }}
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
