import type { Kind, Row } from '@doorwright/crds';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router';
import { useDelete } from '../delete/use-delete.ts';
import { isUnjudged } from '../http/call.ts';
import { paths } from '../paths.ts';
import { isSealed } from '../session/sealed.ts';
import { changedFields, mergeShown } from './difference.ts';
import { sectionsOf } from './form-fields.ts';
import { useKindEditor } from './kind-editor.ts';
import { useLeaveGuard } from './LeaveGuard.tsx';
import { useFieldProblems } from './use-field-problems.ts';
import { useSave } from './use-save.ts';

/** What was asked for and is not done yet. */
export type Busy = 'save' | 'saveAndExit' | 'cancel' | undefined;

const changedSince = (before: Row, now: Row) =>
  Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]));

/** An object under somebody's hands: what the form holds, what is stored, and the ways from the one to the other. */
export function useEditing(kind: Kind, object: Row) {
  const navigate = useNavigate();
  const editor = useKindEditor();
  const { mode, from } = useLocation().state ?? {};
  const isAdding = mode === 'add';
  const [saved, setSaved] = useState(object);
  /** How the object is called: a directory can change hands and keep its address. */
  const id = `${saved.owner}/${saved[kind.key]}`;
  const [theirs, setTheirs] = useState<Row>();
  /** What waits to be saved until a reason is given. */
  const [waiting, setWaiting] = useState<Row>();
  const [isExiting, setExiting] = useState(false);
  const form = useForm<Row>({ defaultValues: object });
  const fields = sectionsOf(kind).flatMap((section) => section.fields);
  const tell = useFieldProblems(form);
  const guard = useLeaveGuard(form.formState.isDirty);
  const exit = (object = saved) =>
    void navigate(from ?? editor.exit?.(object) ?? paths.list(kind), { state: { isReturn: true } });

  const take = (stored: Row) => {
    setSaved(stored);
    form.reset(stored);
    setTheirs(undefined);
  };
  const save = useSave(kind, id, {
    onSaved(stored, sent) {
      // What was typed while the answer was on its way is not saved yet.
      const typed = changedSince(sent, form.getValues()).filter(([name]) =>
        fields.some((field) => field.name === name),
      );
      take(stored);
      for (const [name, value] of typed) form.setValue(name, value, { shouldDirty: true });
      if (typed.length === 0 || isExiting) guard.pass();
      if (isExiting) return exit(stored);
      // The address follows the name; what was being added has now been.
      if (kind.people && location.pathname === paths.account) return;
      void navigate(paths.editor(kind, stored), { replace: true, state: { from } });
    },
    onStale(theirs, { object: sent, ...why }, isAgain) {
      const isSecretTyped = fields.some(({ name, secret }) => secret && form.getFieldState(name).isDirty);
      // Where nothing differs there is nothing to choose: it was this very save, or the same change.
      const isAgreed = changedFields(fields, sent, theirs).length === 0 && (isAgain || !isSecretTyped);
      if (isAgreed) save.mutate({ object: mergeShown(fields, sent, theirs), ...why });
      else setTheirs(theirs);
    },
    onRefused(error) {
      // A name that was not taken must not stand as if it were the object's.
      const reverted = isUnjudged(error) ? [] : kind.people ? ['name', 'owner'] : ['name'];
      for (const name of reverted) if (name in saved) form.setValue(name, saved[name]);
      tell(error.fields, reverted);
    },
  });
  const write = (object: Row, stored = saved) => {
    if (isSealed(kind, stored)) setWaiting(object);
    else save.mutate({ object });
  };
  const remove = useDelete(kind, {
    isForGood: true,
    onDone() {
      guard.pass();
      exit();
    },
  });

  return {
    form,
    id,
    saved,
    isAdding,
    guard,
    busy: (save.isPending ? (isExiting ? 'saveAndExit' : 'save') : remove.isPending ? 'cancel' : undefined) as Busy,
    /** What somebody else has stored meanwhile. */
    theirs,
    submit(andExit: boolean) {
      setExiting(andExit);
      void form.handleSubmit((values) => write(values))();
    },
    cancel: () => remove.mutate({ object: saved }),
    isReasonAsked: waiting !== undefined,
    giveReason(reason: string) {
      setWaiting(undefined);
      if (waiting) save.mutate({ object: waiting, reason });
    },
    keepReason: () => setWaiting(undefined),
    take,
    overwrite(theirs: Row) {
      setTheirs(undefined);
      write(mergeShown(fields, form.getValues(), theirs), theirs);
    },
    /** Fields that a custom resource sets no longer, or again. */
    manage: (managedFields: readonly string[]) => setSaved({ ...saved, managedFields }),
    dismiss: () => setTheirs(undefined),
  };
}

export type Editing = ReturnType<typeof useEditing>;
