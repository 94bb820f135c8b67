import type { Kind, Row } from '@doorwright/crds';
import { switchOf } from '@doorwright/crds/derive/list.ts';
import { Button, ToolbarGroup, ToolbarItem } from '@patternfly/react-core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadFile } from '../browser/copy-and-download.ts';
import { call } from '../http/call.ts';
import { mayChange, mayDelete, useAccount } from '../session/account.ts';
import { useNotify } from '../ui/Notices.tsx';
import { focusMain } from '../ui/page-focus.ts';
import { BulkDialog } from './BulkDialog.tsx';
import { exportRows } from './export-rows.ts';
import { idOf, type Selection } from './use-selection.ts';

type Action = 'enable' | 'disable' | 'delete';

/** One action for one row. The server checks each as if it were done alone. */
function runOf(kind: Kind, action: Action): (row: Row) => Promise<unknown> {
  if (action === 'delete')
    return (row) => call(`delete-${kind.name}`, { body: { owner: row.owner, [kind.key]: row[kind.key] } });
  const { field, on } = switchOf(kind) ?? { field: '', on: true };
  return (row) =>
    call(`update-${kind.name}`, {
      query: { id: idOf(kind, row), columns: field },
      body: { [field]: action === 'enable' ? on : !on },
    });
}

/** What can be done to all selected rows. It stands in place of the search while rows are selected. */
export function BulkActions({ kind, selection }: { kind: Kind; selection: Selection }) {
  const { t } = useTranslation('list');
  const account = useAccount();
  const notify = useNotify();
  const queries = useQueryClient();
  const [action, setAction] = useState<Action>();
  const { rows } = selection;
  const count = rows.length;
  const offered: Action[] = [
    ...(account && switchOf(kind) && (mayChange(kind, account) || kind.people) ? (['enable', 'disable'] as const) : []),
    ...(account && mayDelete(kind, account) ? (['delete'] as const) : []),
  ];
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
          <Button variant="secondary" isDanger={each === 'delete'} onClick={() => setAction(each)}>
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
        <BulkDialog
          kind={kind}
          rows={rows}
          title={t(`bulk.ask.${action}`, { count })}
          action={t(`bulk.${action}`)}
          isGrave={action !== 'enable'}
          run={runOf(kind, action)}
          onClose={(left, done) => {
            setAction(undefined);
            if (done === 0) return;
            void queries.invalidateQueries({ queryKey: [kind.name] });
            notify('success', t(`bulk.done.${action}`, { count: done }));
            selection.keep(left);
            focusMain();
          }}
        />
      )}
    </ToolbarGroup>
  );
}
