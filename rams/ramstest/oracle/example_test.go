package oracle_test

import (
	"fmt"

	"chratze/rams/ramstest/oracle"
)

// The oracle reads rules as they stand in a line of rams-hand/1.
func ExampleRefuse() {
	fmt.Println(oracle.Refuse([]byte(`{"preset":"kratzen"}`), 6))
	fmt.Println(oracle.Refuse([]byte(`{"preset":"kratzen"}`), 2))
	// Output:
	// <nil>
	// rules: kratzen is for 3 to 6 seats, not 2
}
