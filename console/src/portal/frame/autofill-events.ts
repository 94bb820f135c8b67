/** Some password managers send only a change event, and React fields listen to input events. */
addEventListener(
  'change',
  ({ isTrusted, target }) => {
    if (!isTrusted) target?.dispatchEvent(new Event('input', { bubbles: true }));
  },
  true,
);
