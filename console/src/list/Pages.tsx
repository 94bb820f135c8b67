import type { Kind } from '@doorwright/crds';
import { Pagination } from '@patternfly/react-core';
import { memo } from 'react';
import { numeral } from '../words/formats.ts';
import { useTranslation } from '../words/use-translation.ts';
import { type ListState, pageSizes } from './list-state.ts';
import { useTotalText } from './total-text.ts';

interface Props {
  state: Pick<ListState, 'page' | 'pageSize'>;
  total: number;
  kind?: Kind;
  isCompact?: boolean;
  onChange: (change: { page: number } | { pageSize: number }) => void;
}

/** The pagination: compact above the table, with a page input below it. It stays as it is while a page comes. */
export const Pages = memo(function Pages({
  state: { page, pageSize },
  total,
  kind,
  isCompact = false,
  onChange,
}: Props) {
  const { t, language } = useTranslation('console');
  const text = useTotalText()(total, kind);
  return (
    <Pagination
      itemCount={total}
      // For a page beyond the end, the server returns the last one.
      page={Math.min(page, Math.ceil(total / pageSize))}
      perPage={pageSize}
      isCompact={isCompact}
      variant={isCompact ? 'top' : 'bottom'}
      menuAppendTo="inline"
      widgetId={isCompact ? 'pages-top' : 'pages-bottom'}
      perPageOptions={pageSizes.map((value) => ({ title: String(value), value }))}
      toggleTemplate={({ firstIndex, lastIndex }) => (
        <>
          <bdi>
            <b>
              {numeral(firstIndex ?? 0, language)}–{numeral(lastIndex ?? 0, language)}
            </b>
          </bdi>{' '}
          · {text}
        </>
      )}
      titles={{
        paginationAriaLabel: isCompact ? t('pagesTop') : t('pages'),
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
      onSetPage={(_event, chosen) => onChange({ page: chosen })}
      onPerPageSelect={(_event, chosen) => onChange({ pageSize: chosen })}
    />
  );
});
