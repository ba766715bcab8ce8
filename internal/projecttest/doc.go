// Package projecttest tests the project as a whole: its rooms, documents, names, claims and English.
package projecttest
