import { Dropdown, DropdownList, MenuToggle, type MenuToggleProps } from '@patternfly/react-core';
import { type ReactNode, useEffect, useState } from 'react';
import { usePopup } from './use-popup.ts';

interface Props {
  /** The content of the toggle button. */
  toggle: Omit<MenuToggleProps, 'isExpanded' | 'onClick'>;
  children: ReactNode;
}

/** A menu that its toggle opens, aligned to the end of the line. */
export function DropMenu({ toggle, children }: Props) {
  const [isWanted, setWanted] = useState(false);
  if (isWanted) return <OpenMenu toggle={toggle}>{children}</OpenMenu>;
  return <ClosedMenu toggle={toggle} onOpen={() => setWanted(true)} />;
}

/** Until somebody opens the menu, by a click or by the arrow that points to it, the page needs the toggle only. */
export const ClosedMenu = ({ toggle, onOpen }: Pick<Props, 'toggle'> & { onOpen: () => void }) => (
  <MenuToggle
    {...(toggle as MenuToggleProps)}
    isExpanded={false}
    onClick={onOpen}
    onKeyDown={(event) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      onOpen();
    }}
  />
);

/** The same, open at first: somebody has asked for it. */
export function OpenMenu({ toggle, children }: Props) {
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
