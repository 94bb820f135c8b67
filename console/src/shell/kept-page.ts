/**
 * A page that the browser keeps for its Back button would be shown as it was left: waiting for what does not come any more, or
 * with what somebody read who has signed out since. So it is put out of sight as it is left, and loaded anew.
 */
addEventListener('pagehide', ({ persisted }) => {
  if (persisted) document.documentElement.style.display = 'none';
});

addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  // What was not saved was given up as the page was left.
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true);
  location.reload();
});
