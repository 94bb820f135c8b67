import type { Kind, Row } from '@doorwright/crds';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { CallError } from '../../shared/exchange.ts';
import type { Change } from '../session/sealed.ts';
import { useNotify } from '../ui/Notices.tsx';
import { useKindWords } from '../words/kind-words.ts';
import { useTranslation } from '../words/use-translation.ts';
import { useKindEditor } from './kind-editor.ts';
import { refuseZeros } from './refuse-zeros.ts';
import { addObject, updateObject } from './write-object.ts';

interface Outcomes {
  /** `sent` is the object of the request. The form can have newer values. */
  onSaved: (stored: Row, sent: Row) => void;
  /**
   * The object changed since it was read; this is its stored version. After a save without an answer (`isAgain`), that save can be the
   * change.
   */
  onStale: (theirs: Row, change: Change, isAgain: boolean) => void;
  /** Returns whether the form shows all errors, so that no toast repeats them. */
  onRefused: (error: CallError) => boolean;
}

interface Target {
  kind: Kind;
  /** The id that the object was read by. */
  id: string;
  isNew: boolean;
}

/** Writes an object and shows the result. */
export function useSave({ kind, id, isNew }: Target, { onSaved, onStale, onRefused }: Outcomes) {
  const { t } = useTranslation();
  const notify = useNotify();
  const queries = useQueryClient();
  const { labels, outcome, refuse } = useKindEditor();
  const words = useKindWords(kind);
  const isAgain = useRef(false);
  const topic = `save ${kind.name} ${id}`;
  const failed = isNew ? 'failedToAdd' : outcome?.failed;
  return useMutation({
    mutationFn: async (change: Change) => {
      const { object } = change;
      const labelOf = (field: string) => {
        const label = labels?.[field]?.(object);
        return label && t(label);
      };
      await refuseZeros(kind, object, labelOf);
      if (!isNew) await refuse?.(object);
      const ways = { labelOf, isAgain: isAgain.current };
      return isNew ? addObject(kind, object, ways) : updateObject(kind, id, change, ways);
    },
    onSuccess: (stored, { object: sent }) => {
      isAgain.current = false;
      void queries.invalidateQueries({ queryKey: [kind.name, 'list'] });
      if (kind.name === 'organization') void queries.invalidateQueries({ queryKey: [kind.name, 'rules'] });
      // It can be the user's own organization or user, whose name the account contains.
      if (kind.people || kind.tenant === 'itself') void queries.invalidateQueries({ queryKey: ['account'] });
      notify('success', t(outcome?.saved ?? 'saved'), topic);
      onSaved(stored, sent);
    },
    onError: (error, change) => {
      if (!(error instanceof CallError)) throw error;
      if (error.code === 'stale') return onStale(error.data as Row, change, isAgain.current);
      isAgain.current ||= error.code === 'unreachable';
      const text = failed ? t(failed, { kind: words.title, error: error.message }) : error.message;
      notify('danger', onRefused(error) ? '' : text, topic);
    },
  });
}
