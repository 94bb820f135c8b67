import { DropdownItem } from '@patternfly/react-core';
import { RhMicronsCaretDownFillIcon } from '@patternfly/react-icons/dist/esm/icons/rh-microns-caret-down-fill-icon';
import { type ReactNode, useState } from 'react';
import { closedToggle } from '../ui/closed-toggle.tsx';
import { OpenMenu } from '../ui/DropMenu.tsx';
import { useTranslation } from '../words/use-translation.ts';
import { pageSizes } from './list-state.ts';

interface Props {
  id: string;
  pageSize: number;
  direction: 'up' | 'down';
  /** Which rows are shown. */
  children: ReactNode;
  onChoose: (pageSize: number) => void;
}

const caret = (
  <span className="pf-v6-c-menu-toggle__controls">
    <span className="pf-v6-c-menu-toggle__toggle-icon">
      <RhMicronsCaretDownFillIcon />
    </span>
  </span>
);

/** The choice of how many rows a page has. */
export function PageSizes({ id, pageSize, direction, children, onChoose }: Props) {
  const { t } = useTranslation('console');
  const [isWanted, setWanted] = useState(false);
  if (!isWanted)
    return closedToggle({
      id,
      className: 'pf-m-text',
      'aria-haspopup': 'menu',
      onOpen: () => setWanted(true),
      children: (
        <>
          <span className="pf-v6-c-menu-toggle__text">{children}</span>
          {caret}
        </>
      ),
    });
  return (
    <OpenMenu
      toggle={{ id, variant: 'plainText', 'aria-haspopup': 'menu', children }}
      direction={direction}
      position="start"
    >
      {pageSizes.map((size) => (
        <DropdownItem key={size} isSelected={size === pageSize} onClick={() => onChoose(size)}>
          {size} {t('perPage')}
        </DropdownItem>
      ))}
    </OpenMenu>
  );
}
