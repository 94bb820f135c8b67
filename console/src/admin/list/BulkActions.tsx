import type { Kind, Row } from '@doorwright/crds';
import { Button, ToolbarGroup, ToolbarItem } from '@patternfly/react-core';
import { useState } from 'react';
import { downloadFile } from '../browser/copy-and-download.ts';
import { focusMain } from '../ui/page-focus.ts';
import { useNarrow } from '../ui/use-narrow.ts';
import { useTranslation } from '../words/use-translation.ts';
import { ActionDialog, MatchesDialog } from './action-dialog.ts';
import { ExportButton } from './ExportButton.tsx';
import { exportRows } from './export-rows.ts';
import type { ListState } from './list-state.ts';
import { type Action, useActions } from './use-actions.ts';
import type { Selection } from './use-selection.ts';

interface Props {
  kind: Kind;
  selection: Selection;
  state: ListState;
  organization: string | undefined;
  /** How many rows the list finds on all pages. */
  total: number;
}

/** What can be done to all selected rows. It stands in place of the search while rows are selected. */
export function BulkActions({ kind, selection, state, organization, total }: Props) {
  const { t, language } = useTranslation('list');
  const offered = useActions(kind);
  const [action, setAction] = useState<Action>();
  const { rows, isAll } = selection;
  const count = isAll ? total : rows.length;
  const isNarrow = useNarrow();
  // A phone has no box for a whole page.
  const isPage = !isAll && rows.length < total && (isNarrow || rows.length >= state.pageSize);
  const finish = (left: readonly Row[]) => {
    selection.keep(left);
    focusMain();
  };
  return (
    <ToolbarGroup alignItems="center" className="bulk">
      <ToolbarItem>
        <strong role="status">{t('bulk.selected', { count })}</strong>
      </ToolbarItem>
      {isPage && (
        <ToolbarItem>
          <Button variant="link" isInline onClick={selection.selectAll}>
            {t('bulk.selectAll', { total: total.toLocaleString(language) })}
          </Button>
        </ToolbarItem>
      )}
      <ToolbarItem>
        {isAll ? (
          <ExportButton kind={kind} state={state} organization={organization} isWord />
        ) : (
          <Button variant="secondary" onClick={() => downloadFile(`${kind.plural}.csv`, exportRows(kind, rows))}>
            {t('bulk.export')}
          </Button>
        )}
      </ToolbarItem>
      {offered.map((each) => (
        <ToolbarItem key={each}>
          <Button variant="secondary" isDanger={each === 'delete' || each === 'end'} onClick={() => setAction(each)}>
            {t(`bulk.${each}`)}
          </Button>
        </ToolbarItem>
      ))}
      <ToolbarItem>
        <Button variant="link" onClick={() => finish([])}>
          {t('bulk.clear')}
        </Button>
      </ToolbarItem>
      {action && isAll && (
        <MatchesDialog
          kind={kind}
          state={state}
          organization={organization}
          action={action}
          onClose={(left, done) => {
            setAction(undefined);
            if (done > 0) finish(left);
          }}
        />
      )}
      {action && !isAll && (
        <ActionDialog
          kind={kind}
          rows={rows}
          action={action}
          onClose={(left, done) => {
            setAction(undefined);
            if (done > 0) finish(left);
          }}
        />
      )}
    </ToolbarGroup>
  );
}
