import '@patternfly/react-styles/css/components/Table/table.css';
import '@patternfly/react-styles/css/components/Table/table-grid.css';
import type { ComponentPropsWithRef } from 'react';

/** Tables in the library's style. The library's own cells measure themselves, and serve trees, favourites and sorting too, in 12 kB. */

const classes = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ');

interface TableProps extends ComponentPropsWithRef<'table'> {
  'aria-label': string;
  /** On narrower screens each row is a card. */
  cardsBelow?: 'md' | 'lg';
  hasBorders?: boolean;
  isStickyHeader?: boolean;
}

export function Table({ cardsBelow, hasBorders = true, isStickyHeader = false, className, ...props }: TableProps) {
  const own = [!hasBorders && 'pf-m-no-border-rows', isStickyHeader && 'pf-m-sticky-header'];
  const form = ['pf-v6-c-table', cardsBelow && `pf-m-grid-${cardsBelow}`, 'pf-m-compact'];
  // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: The library's tables are grids too.
  return <table role="grid" className={classes(className, ...form, ...own)} {...props} />;
}

export const Thead = (props: ComponentPropsWithRef<'thead'>) => <thead className="pf-v6-c-table__thead" {...props} />;

export const Tbody = (props: ComponentPropsWithRef<'tbody'>) => (
  // As a card it is not displayed as a part of a table.
  // biome-ignore lint/a11y/noRedundantRoles: Some browsers take the role from the form.
  <tbody role="rowgroup" className="pf-v6-c-table__tbody" {...props} />
);

export const Tr = ({ className, ...props }: ComponentPropsWithRef<'tr'>) => (
  <tr className={classes('pf-v6-c-table__tr', className)} {...props} />
);

interface ThProps extends ComponentPropsWithRef<'th'> {
  /** The share of the width, in percent. */
  share?: 35 | 40;
  modifier?: 'wrap' | 'nowrap';
  /** For a column whose head nobody needs to see. */
  screenReaderText?: string;
}

export const Th = ({ share, modifier, screenReaderText, className, children, ...props }: ThProps) => (
  <th
    scope="col"
    className={classes('pf-v6-c-table__th', share && `pf-m-width-${share}`, modifier && `pf-m-${modifier}`, className)}
    {...props}
  >
    {screenReaderText ? <span className="pf-v6-screen-reader">{screenReaderText}</span> : children}
  </th>
);

interface TdProps extends ComponentPropsWithRef<'td'> {
  /** The head of its column, for cards. */
  dataLabel?: string;
  modifier?: 'breakWord' | 'nowrap';
  isActionCell?: boolean;
  /** Without a place in a card. */
  isHiddenInCards?: boolean;
}

const modifiers = { breakWord: 'pf-m-break-word', nowrap: 'pf-m-nowrap' };

export const Td = ({ dataLabel, modifier, isActionCell, isHiddenInCards, className, ...props }: TdProps) => (
  <td
    data-label={dataLabel}
    className={classes(
      'pf-v6-c-table__td',
      isActionCell && 'pf-v6-c-table__action',
      modifier && modifiers[modifier],
      isHiddenInCards && 'pf-m-hidden pf-m-visible-on-md',
      className,
    )}
    {...props}
  />
);
