import { Switch } from '@patternfly/react-core';
import type { ControlProps } from './control.ts';

export function FlagControl({ id, label, value, isDisabled, onChange }: ControlProps<boolean>) {
  return (
    <Switch
      id={id}
      aria-label={label}
      isChecked={value ?? false}
      isDisabled={isDisabled}
      onChange={(_event, isOn) => onChange(isOn)}
    />
  );
}
