import type { Kind, Row } from '@doorwright/crds';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from '../ui/Notices.tsx';
import { useTranslation } from '../words/use-translation.ts';
import { BulkDialog } from './BulkDialog.tsx';
import { useKindList } from './kind-list.ts';
import { type Action, runOf, turnsOn } from './use-actions.ts';

interface Props {
  kind: Kind;
  rows: readonly Row[];
  action: Action;
  /** The rows that failed or did not begin, and the number of the others. */
  onClose: (left: readonly Row[], done: number) => void;
}

/** Asks for confirmation of an action on rows of a list, and does it. */
export function ActionDialog({ kind, rows, action, onClose }: Props) {
  const { t } = useTranslation('list');
  const notify = useNotify();
  const queries = useQueryClient();
  const special = useKindList();
  return (
    <BulkDialog
      kind={kind}
      rows={rows}
      title={t(`bulk.ask.${action}`, { count: rows.length })}
      {...(action === 'end' && { about: t('bulk.endDoes') })}
      action={t(`bulk.${action}`)}
      isGrave={!turnsOn(action)}
      run={runOf(kind, action, special)}
      onClose={(left, done) => {
        if (done > 0) {
          void queries.invalidateQueries({ queryKey: [kind.name] });
          notify('success', t(`bulk.done.${action}`, { count: done }));
        }
        onClose(left, done);
      }}
    />
  );
}
