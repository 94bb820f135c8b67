/** Some programs that fill in passwords tell a field only that it has changed, which a field that is typed into does not ask. */
addEventListener(
  'change',
  ({ isTrusted, target }) => {
    if (!isTrusted) target?.dispatchEvent(new Event('input', { bubbles: true }));
  },
  true,
);
