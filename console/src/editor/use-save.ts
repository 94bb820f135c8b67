import type { Kind, Row } from '@doorwright/crds';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../http/call.ts';
import { CallError } from '../http/exchange.ts';
import type { Change } from '../session/sealed.ts';
import { useNotify } from '../ui/Notices.tsx';
import { useKindEditor } from './kind-editor.ts';
import { refuseZeros } from './refuse-zeros.ts';

interface Outcomes {
  /** `sent` is the object of the request. The form can have newer values. */
  onSaved: (stored: Row, sent: Row) => void;
  /**
   * The object changed since it was read; this is its stored version. After a save without an answer (`isAgain`), that save can be the
   * change.
   */
  onStale: (theirs: Row, change: Change, isAgain: boolean) => void;
  onRefused: (error: CallError) => void;
}

/** Writes an object under the id that it was read by, and shows the result. */
export function useSave(kind: Kind, id: string, { onSaved, onStale, onRefused }: Outcomes) {
  const { t } = useTranslation();
  const notify = useNotify();
  const queries = useQueryClient();
  const { labels, outcome } = useKindEditor();
  const isAgain = useRef(false);
  return useMutation({
    mutationFn: async ({ object, reason }: Change) => {
      const labelOf = (field: string) => {
        const label = labels?.[field]?.(object);
        return label && t(label);
      };
      await refuseZeros(kind, object, labelOf);
      const write = async (id: string) =>
        (await call<string>(`update-${kind.name}`, { query: { id, reason }, body: object, labelOf })).data2 as Row;
      try {
        return await write(id);
      } catch (error) {
        const isGone = error instanceof CallError && error.code === 'not-found';
        // The save without an answer may have renamed it.
        if (isAgain.current && isGone) return write(`${object.owner}/${object[kind.key]}`);
        throw error;
      }
    },
    onSuccess: (stored, { object: sent }) => {
      isAgain.current = false;
      void queries.invalidateQueries({ queryKey: [kind.name, 'list'] });
      if (kind.name === 'organization') void queries.invalidateQueries({ queryKey: [kind.name, 'rules'] });
      // It can be the user's own organization or user, whose name the account contains.
      if (kind.people || kind.tenant === 'itself') void queries.invalidateQueries({ queryKey: ['account'] });
      notify('success', t(outcome?.saved ?? 'saved'));
      onSaved(stored, sent);
    },
    onError: (error, change) => {
      if (!(error instanceof CallError)) throw error;
      if (error.code === 'stale') return onStale(error.data as Row, change, isAgain.current);
      isAgain.current ||= error.code === 'unreachable';
      notify('danger', outcome ? t(outcome.failed, { error: error.message }) : error.message);
      onRefused(error);
    },
  });
}
