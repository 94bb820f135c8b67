import type { Kind, Row } from '@doorwright/crds';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router-dom';
import { formPath, idOf } from '../fields/problem.ts';
import { isUnjudged } from '../http/call.ts';
import { paths } from '../paths.ts';
import type { PageState } from '../router/page.ts';
import { isSealed } from '../session/sealed.ts';
import { changedFields, mergeShown } from './difference.ts';
import { formFields } from './form-fields.ts';
import { useKindEditor } from './kind-editor.ts';
import { useLeaveGuard } from './LeaveGuard.tsx';
import { keptTab } from './use-editor-tab.ts';
import type { Refused } from './use-field-problems.ts';
import { useSave } from './use-save.ts';

/** The action in progress. */
export type Busy = 'save' | 'saveAndExit' | undefined;

const changedSince = (before: Row, now: Row) =>
  Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]));

/** The state of an editor: the form, the stored object, and the actions between them. */
export function useEditing(kind: Kind, object: Row, isNew: boolean) {
  const editor = useKindEditor();
  const navigate = useNavigate();
  const { from, typed: typedBefore }: PageState = useLocation().state ?? {};
  const [saved, setSaved] = useState(object);
  /** The address of the object. A directory can change its owner and keep its address. */
  const id = `${saved.owner}/${saved[kind.key]}`;
  const [theirs, setTheirs] = useState<Row>();
  /** The save that waits for a reason. */
  const [waiting, setWaiting] = useState<Row>();
  const [isExiting, setExiting] = useState(false);
  const form = useForm<Row>({ defaultValues: object });
  const fields = formFields(kind);
  const [refused, setRefused] = useState<Refused>();
  const guard = useLeaveGuard(form.formState.isDirty);
  const exit = (object = saved) =>
    navigate(from ?? editor.exit?.(object) ?? paths.list(kind), { state: { isReturn: true } });

  const isInForm = (name: string) =>
    fields.some((field) => field.name === name) &&
    editor.shownWhen?.[name]?.(form.getValues()) !== false &&
    // The hook decides by more than the object.
    (!editor.useForm || document.getElementById(idOf(name)) !== null);

  const take = (stored: Row) => {
    setSaved(stored);
    form.reset(stored);
    setTheirs(undefined);
  };
  const save = useSave(
    { kind, id, isNew },
    {
      onSaved(stored, sent) {
        // Values typed during the request are not saved yet.
        const typed = changedSince(sent, form.getValues()).filter(([name]) =>
          fields.some((field) => field.name === name),
        );
        take(stored);
        for (const [name, value] of typed) form.setValue(name, value, { shouldDirty: true });
        if (typed.length === 0 || isExiting || isNew) guard.pass();
        if (isExiting) return exit(stored);
        // The address follows the name. A new object gets its own page, which takes over what the user typed meanwhile.
        if (kind.people && location.pathname === paths.account) return;
        const state = { from, ...(isNew && typed.length > 0 && { typed }) };
        void navigate({ pathname: paths.editor(kind, stored), search: keptTab() }, { replace: true, state });
      },
      onStale(theirs, { object: sent, ...why }, isAgain) {
        const isSecretTyped = fields.some(({ name, secret }) => secret && form.getFieldState(name).isDirty);
        // Without a difference there is no conflict: it was this save, or the same change.
        const isAgreed = changedFields(fields, sent, theirs).length === 0 && (isAgain || !isSecretTyped);
        if (isAgreed) save.mutate({ object: mergeShown(fields, sent, theirs), ...why });
        else setTheirs(theirs);
      },
      onRefused(error) {
        // The title must not show a name that was not saved. A draft has no stored name, and shows none.
        const reverted = isNew || isUnjudged(error) ? [] : kind.people ? ['name', 'owner'] : ['name'];
        for (const name of reverted) if (name in saved) form.setValue(name, saved[name]);
        setRefused({ problems: error.fields, reverted });
        const names = error.fields.map(({ field }) => formPath(field).split('.')[0] ?? '');
        return names.length > 0 && names.every((name) => !reverted.includes(name) && isInForm(name));
      },
    },
  );
  const write = (object: Row, stored = saved) => {
    if (isSealed(kind, stored)) setWaiting(object);
    else save.mutate({ object });
  };
  const { isReady } = form.formState;
  useEffect(() => {
    if (!typedBefore || !isReady) return;
    for (const [name, value] of typedBefore) form.setValue(name, value, { shouldDirty: true });
    void navigate({ search: location.search }, { replace: true, state: { from } });
  }, [typedBefore, isReady, form, from, navigate]);

  return {
    form,
    id,
    saved,
    guard,
    refused,
    busy: (save.isPending ? (isExiting ? 'saveAndExit' : 'save') : undefined) as Busy,
    /** The version that another user saved meanwhile. */
    theirs,
    submit(andExit: boolean) {
      setExiting(andExit);
      void form.handleSubmit((values) => write(values))();
    },
    exit: () => exit(),
    isReasonAsked: waiting !== undefined,
    giveReason(reason: string) {
      setWaiting(undefined);
      if (waiting) save.mutate({ object: waiting, reason });
    },
    keepReason: () => setWaiting(undefined),
    take,
    /** Takes the object after a change outside of the form. What the user has typed stays. */
    refresh(stored: Row) {
      const typed = fields.filter(({ name }) => form.getFieldState(name).isDirty);
      const values = form.getValues();
      take(stored);
      for (const { name } of typed) form.setValue(name, values[name], { shouldDirty: true });
    },
    overwrite(theirs: Row) {
      setTheirs(undefined);
      write(mergeShown(fields, form.getValues(), theirs), theirs);
    },
    /** The new set of fields that a custom resource sets. */
    manage: (managedFields: readonly string[]) => setSaved({ ...saved, managedFields }),
    dismiss: () => setTheirs(undefined),
  };
}

export type Editing = ReturnType<typeof useEditing>;
