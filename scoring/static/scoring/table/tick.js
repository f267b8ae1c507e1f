// What a thumb feels, where the phone can do that and nobody has switched it off.

const TOUCH = [15]; // ms: a press that has lasted long enough

export function tick(pattern = TOUCH) {
  const speech = document.querySelector('[data-live="speech"]');
  // A page that nobody has tapped yet may not vibrate.
  if (speech?.dataset.vibrates === "yes" && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
}
