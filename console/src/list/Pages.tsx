import '@patternfly/react-styles/css/components/Pagination/pagination.css';
import './pages.css';
import type { Kind } from '@doorwright/crds';
import { AngleDoubleRightIcon } from '@patternfly/react-icons/dist/esm/icons/angle-double-right-icon';
import { AngleLeftIcon } from '@patternfly/react-icons/dist/esm/icons/angle-left-icon';
import { AngleRightIcon } from '@patternfly/react-icons/dist/esm/icons/angle-right-icon';
import { RhMicronsDoubleCaretLeftIcon } from '@patternfly/react-icons/dist/esm/icons/rh-microns-double-caret-left-icon';
import { type CSSProperties, memo } from 'react';
import { useTranslation } from '../words/use-translation.ts';
import { PageInput } from './PageInput.tsx';
import { PageSizes } from './PageSizes.tsx';
import { type PageOf, pageWithin, rangeText, useTotalText } from './total-text.ts';

interface Props {
  state: PageOf;
  total: number;
  kind?: Kind;
  isCompact?: boolean;
  onChange: (change: { page: number } | { pageSize: number }) => void;
}

const icons = {
  first: <RhMicronsDoubleCaretLeftIcon />,
  previous: <AngleLeftIcon />,
  next: <AngleRightIcon />,
  last: <AngleDoubleRightIcon />,
};

/** The room for the digits of a page. */
const widthFor = (last: number) =>
  ({
    '--pf-v6-c-pagination__nav-page-select--c-form-control--width-chars': Math.max(2, String(last).length),
  }) as CSSProperties;

/**
 * The pagination: compact above the table, with a page input below it. It stays as it is while a page comes. The library's own has thirty
 * components, and a list has it twice.
 */
export const Pages = memo(function Pages({ state, total, kind, isCompact = false, onChange }: Props) {
  const { t, language } = useTranslation('console');
  const text = useTotalText()(total, kind);
  const last = Math.ceil(total / state.pageSize);
  const page = pageWithin(state, total);
  const place = isCompact ? 'top' : 'bottom';
  const shown = (
    <>
      <bdi>
        <b>{rangeText(state, total, language)}</b>
      </bdi>{' '}
      · {text}
    </>
  );
  const step = (action: keyof typeof icons, target: number, side = '') => (
    <div className={`pf-v6-c-pagination__nav-control ${side}`}>
      <button
        type="button"
        className="page-step"
        data-action={action}
        aria-label={t(`${action}Page`)}
        disabled={action === 'first' || action === 'previous' ? page <= 1 : page >= last}
        onClick={() => onChange({ page: target })}
      >
        {icons[action]}
      </button>
    </div>
  );
  return (
    <div className={isCompact ? 'pf-v6-c-pagination' : 'pf-v6-c-pagination pf-m-bottom'} style={widthFor(last)}>
      {isCompact && <div className="pf-v6-c-pagination__total-items">{shown}</div>}
      <div className="pf-v6-c-pagination__page-menu">
        <PageSizes
          id={`pages-${place}-toggle`}
          pageSize={state.pageSize}
          direction={isCompact ? 'down' : 'up'}
          onChoose={(size) => onChange({ pageSize: size })}
        >
          {shown}
        </PageSizes>
      </div>
      <nav className="pf-v6-c-pagination__nav" aria-label={t(isCompact ? 'pagesTop' : 'pages')}>
        {!isCompact && step('first', 1, 'pf-m-first')}
        {step('previous', page - 1)}
        {!isCompact && <PageInput page={page} last={last} onTurn={(chosen) => onChange({ page: chosen })} />}
        {step('next', page + 1)}
        {!isCompact && step('last', last, 'pf-m-last')}
      </nav>
    </div>
  );
});
