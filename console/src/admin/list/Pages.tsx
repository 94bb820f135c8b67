import type { Kind } from '@doorwright/crds';
import { Pagination } from '@patternfly/react-core';
import { memo } from 'react';
import { useTranslation } from '../words/use-translation.ts';
import { pageSizes } from './list-state.ts';
import { type PageOf, pageWithin, rangeText, useTotalText } from './total-text.ts';

interface Props {
  state: PageOf;
  total: number;
  kind?: Kind;
  isCompact?: boolean;
  onChange: (change: { page: number } | { pageSize: number }) => void;
}

/** The pagination: compact above the table, with a page input below it. It stays as it is while a page comes. */
export const Pages = memo(function Pages({ state, total, kind, isCompact = false, onChange }: Props) {
  const { t, language } = useTranslation('console');
  const text = useTotalText()(total, kind);
  return (
    <Pagination
      itemCount={total}
      page={pageWithin(state, total)}
      perPage={state.pageSize}
      perPageOptions={pageSizes.map((value) => ({ title: String(value), value }))}
      isCompact={isCompact}
      variant={isCompact ? 'top' : 'bottom'}
      widgetId="pages"
      menuAppendTo="inline"
      toggleTemplate={() => (
        <>
          <bdi>
            <b>{rangeText(state, total, language)}</b>
          </bdi>{' '}
          · {text}
        </>
      )}
      titles={{
        paginationAriaLabel: t(isCompact ? 'pagesTop' : 'pages'),
        toFirstPageAriaLabel: t('firstPage'),
        toPreviousPageAriaLabel: t('previousPage'),
        toNextPageAriaLabel: t('nextPage'),
        toLastPageAriaLabel: t('lastPage'),
        currPageAriaLabel: t('currentPage'),
        perPageSuffix: t('perPage'),
        items: '',
        page: '',
        ofWord: '/',
      }}
      onSetPage={(_event, page) => onChange({ page })}
      onPerPageSelect={(_event, pageSize) => onChange({ pageSize })}
    />
  );
});
