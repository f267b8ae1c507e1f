// What pages load says the same as what we have written; the test in Python that starts this one has made both.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import ts from "typescript";

const folder = process.env.PAGE_SCRIPTS;

/** The words of a script, without spaces and comments. */
function listWords(file) {
  const text = readFileSync(`${folder}/${file}`, "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true, ts.ScriptKind.JS);
  const words = [];
  (function walk(node) {
    const parts = node.getChildren(source).filter((part) => !ts.isJSDoc(part));
    if (parts.length) parts.forEach(walk);
    else words.push(node.getText(source));
  })(source);
  return words;
}

test("the minifier takes spaces and comments, and nothing else", { skip: !folder }, () => {
  const files = readdirSync(folder).filter((file) => file.endsWith(".min.js"));
  assert.ok(files.length > 20);
  for (const file of files) assert.deepEqual(listWords(file), listWords(file.replace(".min", "")), file);
});
