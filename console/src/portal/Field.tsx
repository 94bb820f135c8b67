interface Props {
  name: string;
  label: string;
  type?: 'text' | 'password';
  autoComplete: string;
  problem: string | undefined;
}

export function Field({ name, label, type = 'text', autoComplete, problem }: Props) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input
        id={name}
        name={name}
        type={type}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        aria-invalid={problem !== undefined}
        aria-describedby={`${name}-problem`}
      />
      <p id={`${name}-problem`} className="missing" aria-live="polite">
        {problem}
      </p>
    </div>
  );
}
