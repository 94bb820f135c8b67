import type { ControlProps } from '../../fields/control.ts';
import { SingleSelect } from '../../ui/SingleSelect.tsx';

const offered = 'normal-user';

/** New users have one possible type. An imported user keeps theirs. */
export function TypeControl({ id, label, value, isDisabled, onChange }: ControlProps<string>) {
  const types = [...new Set([offered, value].filter(Boolean))];
  return (
    <SingleSelect
      id={id}
      label={label}
      choices={types.map((type) => ({ value: type, title: type }))}
      chosen={value}
      isDisabled={isDisabled}
      isFullWidth
      onChoose={onChange}
    />
  );
}
