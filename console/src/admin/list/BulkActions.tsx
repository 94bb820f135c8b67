import type { Kind } from '@doorwright/crds';
import { Button, ToolbarGroup, ToolbarItem } from '@patternfly/react-core';
import { useState } from 'react';
import { downloadFile } from '../browser/copy-and-download.ts';
import { focusMain } from '../ui/page-focus.ts';
import { useTranslation } from '../words/use-translation.ts';
import { ActionDialog } from './action-dialog.ts';
import { exportRows } from './export-rows.ts';
import { type Action, useActions } from './use-actions.ts';
import type { Selection } from './use-selection.ts';

/** What can be done to all selected rows. It stands in place of the search while rows are selected. */
export function BulkActions({ kind, selection }: { kind: Kind; selection: Selection }) {
  const { t } = useTranslation('list');
  const offered = useActions(kind);
  const [action, setAction] = useState<Action>();
  const { rows } = selection;
  const count = rows.length;
  const clear = () => {
    selection.keep([]);
    focusMain();
  };
  return (
    <ToolbarGroup alignItems="center" className="bulk">
      <ToolbarItem>
        <strong role="status">{t('bulk.selected', { count })}</strong>
      </ToolbarItem>
      <ToolbarItem>
        <Button variant="secondary" onClick={() => downloadFile(`${kind.plural}.csv`, exportRows(kind, rows))}>
          {t('bulk.export')}
        </Button>
      </ToolbarItem>
      {offered.map((each) => (
        <ToolbarItem key={each}>
          <Button variant="secondary" isDanger={each === 'delete' || each === 'end'} onClick={() => setAction(each)}>
            {t(`bulk.${each}`)}
          </Button>
        </ToolbarItem>
      ))}
      <ToolbarItem>
        <Button variant="link" onClick={clear}>
          {t('bulk.clear')}
        </Button>
      </ToolbarItem>
      {action && (
        <ActionDialog
          kind={kind}
          rows={rows}
          action={action}
          onClose={(left, done) => {
            setAction(undefined);
            if (done === 0) return;
            selection.keep(left);
            focusMain();
          }}
        />
      )}
    </ToolbarGroup>
  );
}
